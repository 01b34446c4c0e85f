from ..kernel import implements, redeal_hidden
from .ruleset import Ruleset

@implements(redeal_hidden, Ruleset)
def _redeal_hidden(rules, s, seat):
    pass
