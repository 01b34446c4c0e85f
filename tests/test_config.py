"""Training configurations: read, checked, overridden."""

import pytest

from stockyard.train import config

GOOD = {"game": "gongzhu_v0"}


def test_every_configuration_that_comes_with_the_package_is_valid():
    assert config.names()
    for name in config.names():
        assert config.load(name).game


def test_a_file_is_read_with_overrides_laid_over_it(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("game: gongzhu_v0\nppo: {updates: 7, rounds: 16}\n")
    loaded = config.load(path, {"ppo.updates": "9", "options.sale": "false", "network.hidden": "[32, 32]"})
    assert (loaded.ppo.updates, loaded.ppo.rounds) == (9, 16)
    assert loaded.options == {"sale": False}
    assert loaded.network.hidden == [32, 32]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({**GOOD, "colour": 1}, "there is no key colour"),
        ({**GOOD, "ppo": {"update": 3}}, "there is no key ppo.update"),
        ({**GOOD, "ppo": {"updates": "many"}}, "ppo.updates: .*integer.*'many'"),
        ({**GOOD, "ppo": {"updates": 0}}, "ppo.updates: .*greater than 0"),
        ({**GOOD, "ppo": {"clip": -0.1}}, "ppo.clip: .*greater than 0"),
        ({**GOOD, "network": {"critic": "all"}}, r"network.critic: .*'seat' or 'perfect'"),
        ({"game": "whist"}, "no ruleset 'whist'"),
        ({**GOOD, "options": {"sale": 3}}, "sale must be True or False"),
        ({}, "game: .*required"),
    ],
)
def test_what_is_wrong_is_named(content, said):
    with pytest.raises(ValueError, match=said) as error:
        config.parse(content, "mine.yaml")
    assert str(error.value).startswith("mine.yaml: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["7e-4", "7E-4", "0.0007", "7.0e-4"])
def test_numbers_with_exponents_are_numbers(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(f"game: gongzhu_v0\nppo: {{learning_rate: {text}}}\n")
    assert config.load(path).ppo.learning_rate == 7e-4
    assert config.load(path, {"ppo.clip": text}).ppo.clip == 7e-4


def test_all_that_is_wrong_is_named_at_once():
    with pytest.raises(ValueError, match=r"no key colour.*no key taste"):
        config.parse({**GOOD, "colour": 1, "taste": 2}, "mine.yaml")


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match="gongzhu_partners_v0"):
        config.load("nothing-of-that-name")


def test_a_file_that_is_no_yaml_mapping_is_refused(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("- 1\n- 2\n")
    with pytest.raises(ValueError, match="must hold keys and values"):
        config.load(path)
    path.write_text("game: [unclosed\n")
    with pytest.raises(ValueError, match="is not YAML"):
        config.load(path)


def test_an_override_of_a_value_as_if_it_had_keys_is_refused(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("game: gongzhu_v0\n")
    with pytest.raises(ValueError, match="game holds a value"):
        config.load(path, {"game.name": "x"})
