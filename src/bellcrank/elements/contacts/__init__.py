"""Contacts and joint friction."""
