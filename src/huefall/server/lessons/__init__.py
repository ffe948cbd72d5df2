"""Lessons: fixed deals with scripted bots, one JSON file each, and their reader."""

from huefall.server.lessons.lesson import EVENT, LEARNER, LESSONS, Lesson, find_lesson, is_met

__all__ = ["EVENT", "LEARNER", "LESSONS", "Lesson", "find_lesson", "is_met"]
