"""The rules, one module per section of a game's YAML."""

from hexwar.rules.compiled import CompiledRules, compile_rules

__all__ = ["CompiledRules", "compile_rules"]
