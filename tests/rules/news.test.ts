/** What’s new: entries are dated, in order, and name commands there are. */
import { describe, expect, test } from 'vitest';
import { registry } from '#commands/index.ts';
import { newsEntries } from '#src/features/news/entries.ts';
import { getReadUntil, isNewSince } from '#src/features/news/unread.ts';

describe('what’s new', () => {
  test('is dated to the second, newest first, each at a time of its own', () => {
    const times = newsEntries.map(({ at }) => at);
    for (const at of times) expect(new Date(at).toISOString()).toBe(at.replace('Z', '.000Z'));
    expect(times).toEqual([...new Set(times)].sort().reverse());
  });

  test('names commands that exist, and no keys in its text', () => {
    expect(newsEntries.flatMap(({ commands }) => commands).filter((id) => registry.get(id) === undefined)).toEqual([]);
    expect(newsEntries.filter(({ title, text }) => /\b(ctrl|cmd|mod|shift)\b|⌘|`|\bpress\b/i.test(`${title} ${text}`))).toEqual([]);
  });

  test('says it in one to three sentences', () => {
    for (const { title, text } of newsEntries) {
      expect(title).not.toMatch(/[.!]$/);
      expect(text).toMatch(/\.$/);
      expect(text.split(/\.\s+/).length).toBeLessThanOrEqual(3);
    }
  });

  test('is new to a person when it came after they last read it, or, where they never did, after their account was created', () => {
    const readUntil = (readWhatsNewAt: string | null) => getReadUntil({ readWhatsNewAt, createdAt: '2026-11-22T00:00:00Z' });
    expect(isNewSince({ at: '2026-11-21T18:00:00Z' }, readUntil(null))).toBe(false);
    expect(isNewSince({ at: '2026-11-22T18:00:00Z' }, readUntil(null))).toBe(true);
    expect(isNewSince({ at: '2026-11-22T18:00:00Z' }, readUntil('2026-11-23T00:00:00Z'))).toBe(false);
    expect(isNewSince({ at: '2026-11-23T18:00:00Z' }, readUntil('2026-11-23T00:00:00Z'))).toBe(true);
  });
});
