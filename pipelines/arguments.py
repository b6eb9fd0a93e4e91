"""Arguments of the command line that are nicknames: they may begin with a dash, as options do."""

import re
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from typer.core import TyperCommand

_LIKE_OPTION = re.compile(r"--[a-z]")  # a slip in an option is reported as one


class NicknameCommand(TyperCommand):
    """A command one of whose arguments is a nickname: what is none of its options is an argument."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, nicknames behind a `--`."""
        options = [one for one in self.params if one.param_type_name == "option"]
        valued = {name for one in options if not getattr(one, "is_flag", False) for name in one.opts}
        flags = {name for one in options for name in one.opts} | {*self.get_help_option_names(ctx)}
        return super().parse_args(ctx, nicknames_last(args, valued, flags))


def nicknames_last(args: Sequence[str], valued: Collection[str], flags: Collection[str]) -> list[str]:
    """The options first, with the values of the `valued` ones, then `--` and all other arguments."""
    options: list[str] = []
    others: list[str] = []
    rest = iter(args)
    for one in rest:
        name, equals, _ = one.partition("=")
        if one == "--":
            others += rest
        elif name in valued:
            options += [one, *([] if equals else islice(rest, 1))]
        elif one in flags or _LIKE_OPTION.match(one):
            options.append(one)
        else:
            others.append(one)
    return [*options, "--", *others]
