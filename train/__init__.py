"""Self-play learning, evaluation and the command line."""
