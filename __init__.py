"""Stockyard: a reinforcement-learning suite for Chinese card games about cattle and pigs.

`stockyard.envs` holds the games, `stockyard.agents` whoever plays them, and `stockyard.train` learning, evaluation
and the command line. Importing this package imports none of them.
"""

__version__ = "0.1.0"
