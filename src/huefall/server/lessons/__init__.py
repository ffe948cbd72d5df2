"""Lessons: fixed deals with bots that play their part, one JSON file each, and what reads them."""

from huefall.server.lessons.lesson import EVENT, LEARNER, LESSONS, Lesson, find_lesson, is_met

__all__ = ["EVENT", "LEARNER", "LESSONS", "Lesson", "find_lesson", "is_met"]
