"""Answers on disk as they come, so that a dump goes on where it stopped or was killed."""

import json
import os
import signal


class Plan:
    """Stands where the journal will, and only counts."""

    planned = 0

    def ask(self, _key, _question, _seconds):
        self.planned += 1
        return ""


class Journal:
    """Answers by what was asked, each on disk before the next is asked."""

    def __init__(self, path, crashed, planned):
        self.known, self.begun, self.planned = {}, None, planned
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    try:
                        key, *answer = json.loads(line)
                    except ValueError:
                        # What was being written when the process died is asked again.
                        continue
                    self.begun = None if answer else key
                    if answer:
                        self.known[key] = answer[0]
        self.file = open(path, "a", encoding="utf-8")
        self.file.write("\n" if self._torn(path) else "")
        if crashed and self.begun is not None:
            self._write(self.begun, {"crash": crashed})

    @staticmethod
    def _torn(path):
        with open(path, "rb") as raw:
            end = raw.seek(0, os.SEEK_END)
            raw.seek(max(end - 1, 0))
            return end > 0 and raw.read() != b"\n"

    def _write(self, key, answer):
        self.known[key] = answer
        self.file.write(json.dumps([key, answer]) + "\n")
        self.file.flush()

    def ask(self, key, question, seconds):
        if key not in self.known:
            self.file.write(json.dumps([key]) + "\n")
            self.file.flush()
            signal.alarm(seconds)
            answer = question()
            signal.alarm(0)
            self._write(key, answer)
        return self.known[key]
