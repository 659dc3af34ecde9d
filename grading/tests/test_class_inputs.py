#!/usr/bin/env python3
"""What an instructor writes, the policy and the roster: numbers, days and lines that are read, or refused with their place."""
import datetime
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from classroom import policy, roster, store  # noqa: E402


class Inputs(unittest.TestCase):
    def policy(self, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "policy.toml"
            file.write_text(text, encoding="utf-8")
            return policy.read(file, ["1_a"])

    def roster(self, data):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "roster.csv"
            file.write_bytes(data if isinstance(data, bytes) else data.encode())
            return roster.read(file)

    def test_numbers(self):
        for value in ("inf", "nan", "-inf", "1e300", "1" + "0" * 300, "-5"):
            for table, key in (("late", "penalty"), ("late", "last_days"), ("deadline", "grace_days"), ("tasks.1_a", "points"),
                               ("tasks.1_a", "weight"), ("marks", "most_percent")):
                with self.assertRaisesRegex(store.Stop, rf"policy.toml:2: {table}.{key}: expected a number"):
                    self.policy(f"[{table}]\n{key} = {value}\n")
        with self.assertRaisesRegex(store.Stop, "policy.toml: "):
            self.policy("[late]\npenalty = 1" + "0" * 5000 + "\n")
        with self.assertRaisesRegex(store.Stop, "2: deadline.due: expected a year from 1970 to 2200, got 9999"):
            self.policy("[deadline]\ndue = 9999-12-31T23:59:00\n")
        with self.assertRaises(ValueError):
            store.to_json({"mark": float("nan")})

    def test_calendar_days(self):
        zone = '[deadline]\ntime_zone = "Europe/Berlin"\n'
        # Two days of grace from Friday 23:59; on Sunday 2026-03-29 the clock goes from 2:00 to 3:00, so they have 47 hours.
        spring = self.policy(zone + "due = 2026-03-27T23:59:00\ngrace_days = 2\n")
        self.assertTrue(spring.in_time(spring.lateness("2026-03-29T21:59:00+00:00", [])))   # 23:59 in summer time
        self.assertFalse(spring.in_time(spring.lateness("2026-03-29T21:59:01+00:00", [])))
        # On Sunday 2026-10-25 it goes back from 3:00 to 2:00: two days have 49 hours.
        autumn = self.policy(zone + "due = 2026-10-23T23:59:00\ngrace_days = 2\n")
        self.assertTrue(autumn.in_time(autumn.lateness("2026-10-25T22:59:00+00:00", [])))
        self.assertFalse(autumn.in_time(autumn.lateness("2026-10-25T22:59:01+00:00", [])))
        extended = self.policy(zone + 'due = 2026-03-27T23:59:00\n[[extension]]\nstudent = "ada"\ndays = 2\n')
        self.assertEqual(extended.due_of(["ada"]).astimezone(datetime.timezone.utc).isoformat(), "2026-03-29T21:59:00+00:00")
        fixed = self.policy('[deadline]\ntime_zone = "Europe/Berlin"\ndue = 2026-03-27T23:59:00+01:00\ngrace_days = 2\n')
        self.assertTrue(fixed.in_time(fixed.lateness("2026-03-29T21:59:00+00:00", [])))
        self.assertFalse(fixed.in_time(fixed.lateness("2026-03-29T21:59:01+00:00", [])))
        half = self.policy(zone + "due = 2026-03-29T00:00:00\ngrace_days = 0.5\n")  # half of a day of 23 hours
        self.assertTrue(half.in_time(half.lateness("2026-03-29T10:30:00+00:00", [])))
        self.assertFalse(half.in_time(half.lateness("2026-03-29T10:30:01+00:00", [])))
        day = self.policy(zone + "due = 2026-03-27T23:59:00\n[late]\npenalty = 10\n")
        self.assertEqual(day.penalty(day.lateness("2026-03-29T21:59:00+00:00", []), 100, [])[0], 20)
        self.assertEqual(day.penalty(day.lateness("2026-03-29T21:59:01+00:00", []), 100, [])[0], 30)

    def test_rosters(self):
        self.assertEqual([s["id"] for s in self.roster("id,name\r1,Ada\r2,Bo\r")], ["1", "2"])
        self.assertEqual([s["id"] for s in self.roster("id,name\r\n1,Ada\r\n2,Bo")], ["1", "2"])
        self.assertEqual([s["name"] for s in self.roster("id,name\n1,김철수\n".encode("utf-16"))], ["김철수"])
        self.assertEqual(len(self.roster("id,name,notes\n1,Ada," + "x" * (200 << 10) + "\n2,Bo,\n")), 2)
        for text, said in (('id,name\n1,"Ada\n2,Bo\n3,Cleo\n', ":2: .*is a quote not closed"),
                           ('id,name\n1,"Ada\n2,"Bo"\n3,Cleo\n', ":2: .*is a quote not closed"),
                           ('id,name\n1,"Ada\n2,Bo"\n3,Cleo\n', ":2: the name .* goes over several lines: is a quote not closed"),
                           ("id,name\n1,Ada\n2," + "x" * 2000 + "\n", ":3: the name .* has 2000 characters"),
                           ("id,name\n1,Lovelace, Ada\n", ":2: 3 cells, but the first line names 2 columns")):
            with self.assertRaisesRegex(store.Stop, said):
                self.roster(text)


if __name__ == "__main__":
    unittest.main()
