"""The commands of ``jingdu``."""
