"""The verb by which a family's rules of thumb are asked."""

from ...envs.kernel import verb


@verb
def advise(rules, s):
    """The action that the rules of thumb play for the seat to act, from what that seat knows alone."""
