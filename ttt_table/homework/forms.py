"""Which format a file's boards have: declared, shown by the file, or proposed.

A format is never taken by trial: what a trial finds is a proposal for the user.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.homework.ask import OwnForm, PartsOfFile
from ttt_table.homework.board_form import DEFAULT_FORM, BoardForm
from ttt_table.homework.form_trial import FormFit, FormTrial, usual_forms
from ttt_table.players.adapter import DEFAULT, Adapter


@dataclass(frozen=True, slots=True)
class DeclaredForm:
    """The format of boards as the user declares it, in the terms of `Adapter`.

    Attributes:
        board: The format; empty if it is not declared.
        empty: What a free cell holds; `DEFAULT` if it is not declared.
        marks: The marks of X and O; None if they are not declared.
    """

    board: str = ""
    empty: object = DEFAULT
    marks: Sequence[object] | None = None

    @property
    def is_empty(self) -> bool:
        """True if nothing is declared."""
        return not self.board and self.marks is None and self.empty is DEFAULT

    def fill_in_from(self, form: BoardForm) -> BoardForm:
        """Return what is declared; what is not declared comes from another form.

        Args:
            form: The other form. If another format than its own is declared, its free
                cells and marks do not count, but the usual ones of the format do.

        Raises:
            ArgumentError: The result is not the form of a board.
        """
        board = self.board or form.board
        if board == "batch":
            raise ArgumentError(
                "a part gets one board at a time, so its format cannot be batch"
            )
        empty: object = DEFAULT
        marks: Sequence[object] | None = None
        if board == form.board:
            empty = form.empty
            marks = form.marks
        if self.empty is not DEFAULT:
            empty = self.empty
        if self.marks is not None:
            marks = self.marks
        return form_of(Adapter(board=board, empty=empty, marks=marks))


def form_of(adapter: Adapter) -> BoardForm:
    """Return the form of the boards that an adapter declares."""
    board_format = adapter.board_format
    return BoardForm(board_format.layout, board_format.free_cell, board_format.marks)


def options_of(form: BoardForm) -> list[str]:
    """Return the words of the command line that declare a form."""
    usual = form_of(Adapter(board=form.board))
    words = Adapter(
        board=form.board,
        empty=DEFAULT if form.empty == usual.empty else form.empty,
        marks=None if form.marks == usual.marks else form.marks,
    ).options()
    # Text is what a player gets by default, but not a part.
    return ["--board", "text", *words] if form.board == "text" else words


def choose_form(
    file: PartsOfFile,
    declared: DeclaredForm,
    own_form: OwnForm,
    command: Sequence[str],
) -> BoardForm:
    """Return the format of a file's boards.

    Args:
        file: The file, whose parts are asked about a few boards if neither the user nor
            the file says what its boards are.
        declared: What the user says of them.
        own_form: What the file says of them.
        command: The words of a command line that checks the file.

    Raises:
        ArgumentError: What is declared is not the form of a board.
        PlayerError: No format is declared, and the usual one does not fit: the message
            has another one to try, or says how to declare one.
    """
    form = declared.fill_in_from(own_form.form or DEFAULT_FORM)
    file_says_all = own_form.form is not None and own_form.has_marks
    if file_says_all or not declared.is_empty:
        return form
    trial = FormTrial(file, file.parts)
    fit = trial.fit(form)
    if fit.is_perfect:
        return form
    with file.in_another_process() as other_process:
        other_trial = FormTrial(other_process, trial.parts)
        better = _better_form(other_trial, fit, own_form.form)
    if better is not None:
        raise PlayerError(_proposal(file, form, better, command))
    if fit.is_useless and own_form.form is None:
        raise PlayerError(_advice(file, form, fit, command))
    return form


def _better_form(
    trial: FormTrial, fit: FormFit, own_form: BoardForm | None
) -> BoardForm | None:
    """Return the usual form that fits best, if any fits better than this."""
    best_form = None
    best_fit = fit
    for form in usual_forms(own_form):
        if trial.is_over():
            break
        form_fit = trial.fit(form)
        if form_fit.is_better_than(best_fit):
            best_form = form
            best_fit = form_fit
    return best_form


def _proposal(
    file: PartsOfFile, form: BoardForm, better: BoardForm, command: Sequence[str]
) -> str:
    """Say that the boards may have a better form, and how to declare either."""
    return (
        f"{file.path}: its answers do not fit boards as {form.text};"
        f" try: {_command_text(command, better)}"
        f" (or declare the others: {_command_text(command, form)})"
    )


def _advice(
    file: PartsOfFile, form: BoardForm, fit: FormFit, command: Sequence[str]
) -> str:
    """Say that no form fits, with what a part did, and how to declare one."""
    return (
        f"{file.path}: most answers are unusable on boards as {form.text}:"
        f" {fit.failure}; declare its boards with --board, --empty and --marks, and if"
        f" they are such boards: {_command_text(command, form)}"
    )


def _command_text(command: Sequence[str], form: BoardForm) -> str:
    return shlex.join([*command, *options_of(form)])
