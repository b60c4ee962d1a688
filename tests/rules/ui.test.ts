import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatFutureTime } from '#src/ui/futureTime.ts';
import { formatAriaKeys, formatKeyCaps, formatSpokenKeys } from '#src/ui/keys.ts';
import { createNotices } from '#src/ui/notices.ts';
import { computePeaks } from '#src/ui/peaks.ts';
import { displayPhone, loadPhoneLibrary } from '#src/ui/phone.ts';
import { formatAbsoluteTime, formatDuration, formatRelativeTime } from '#src/ui/time.ts';

describe('key caps', () => {
  it.each([
    ['mod+k', ['⌘K'], ['Ctrl K']],
    ['g i', ['g', 'i'], ['g', 'i']],
    ['mod+enter', ['⌘⏎'], ['Ctrl ⏎']],
    ['mod+shift+enter', ['⌘⇧⏎'], ['Ctrl ⇧ ⏎']],
    ['shift+j', ['⇧J'], ['⇧J']],
    ['?', ['?'], ['?']],
    ['+', ['+'], ['+']],
    ['escape', ['esc'], ['esc']],
  ])('writes %s as people know it on a Mac and elsewhere', (keys, mac, other) => {
    expect([formatKeyCaps(keys, 'mac'), formatKeyCaps(keys, 'other')]).toEqual([mac, other]);
  });

  it('are spoken in words', () => {
    expect([formatSpokenKeys('g i', 'mac'), formatSpokenKeys('mod+shift+enter', 'mac'), formatSpokenKeys('mod+k', 'other')]).toEqual([
      'G then I',
      'Command Shift Enter',
      'Control K',
    ]);
  });

  it('are told to assistive technology, except chords, which the attribute cannot say', () => {
    expect([formatAriaKeys('mod+k', 'mac'), formatAriaKeys('mod+enter', 'other'), formatAriaKeys('g i', 'mac'), formatAriaKeys(undefined)]).toEqual([
      'Meta+K',
      'Control+Enter',
      undefined,
      undefined,
    ]);
  });
});

describe('a phone number', () => {
  it.each([
    ['+12125550123', '+1 212-555-0123'],
    ['+442079460958', '+44 20-7946-0958'],
    ['+4930901820', '+49 30-901820'],
    ['anonymous', 'anonymous'],
  ])('%s reads %s', async (e164, shown) => {
    await loadPhoneLibrary();
    expect(displayPhone(e164)).toBe(shown);
  });
});

describe('a time', () => {
  const now = Date.parse('2026-11-20T20:00:00Z');
  it.each([
    ['2026-11-20T19:59:40Z', 'now'],
    ['2026-11-20T19:58:00Z', '2m'],
    ['2026-11-20T14:10:00Z', '5h'],
    ['2026-11-18T20:00:00Z', 'Wed'],
    ['2026-11-03T20:00:00Z', 'Nov 3'],
    ['2025-11-03T20:00:00Z', 'Nov 3, 2025'],
    ['2026-11-20T20:05:00Z', 'in 5m'],
    ['no time', '–'],
  ])('%s reads %s', (at, shown) => expect(formatRelativeTime(at, now, 'UTC')).toBe(shown));

  it('is absolute in the company zone, which is named when it is not the reader’s own', () => {
    expect(formatAbsoluteTime('2026-11-20T22:02:00Z', 'America/Los_Angeles')).toBe('Nov 20, 2026 2:02 PM');
    expect(formatAbsoluteTime('2026-11-20T22:02:00Z', 'America/Los_Angeles', 'Europe/Berlin')).toBe('Nov 20, 2026 2:02 PM PST');
  });

  it.each([
    ['2026-11-21T07:30:00Z', '11:30 PM'],
    ['2026-11-21T17:00:00Z', 'tomorrow at 9:00 AM'],
    ['2026-11-22T07:30:00Z', 'tomorrow at 11:30 PM'],
    ['2026-11-23T17:00:00Z', 'Nov 23 at 9:00 AM'],
    ['2027-01-04T17:00:00Z', 'Jan 4, 2027 at 9:00 AM'],
    ['no time', '–'],
  ])('to come, %s, says its day in the company zone: %s', (at, shown) => expect(formatFutureTime(at, now, 'America/Los_Angeles')).toBe(shown));

  it('to come is tomorrow also when the clocks change in the night', () => {
    const eve = Date.parse('2026-03-08T07:50:00Z');
    expect(formatFutureTime('2026-03-08T16:00:00Z', eve, 'America/Los_Angeles')).toBe('tomorrow at 9:00 AM');
  });

  it('of a call is written in minutes and seconds', () => {
    expect([0, 48, 662, 3849].map(formatDuration)).toEqual(['0:00', '0:48', '11:02', '1:04:09']);
  });
});

describe('a waveform', () => {
  it('draws the loudest moment of each part, the loudest of all at full height', () => {
    expect(computePeaks(Float32Array.from([0.1, -0.5, 0, 0.25]), 2)).toEqual([1, 0.5]);
    expect(computePeaks(new Float32Array(4), 2)).toEqual([0, 0]);
  });
});

describe('a notice', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const shownIn = (store: ReturnType<typeof createNotices>) => store.snapshot().shown?.message ?? null;

  it('goes by itself after 5 s, an error after 10 s, and both stay in the log', () => {
    const store = createNotices();
    store.notify({ tone: 'success', message: 'Saved' });
    vi.advanceTimersByTime(4_999);
    expect(shownIn(store)).toBe('Saved');
    vi.advanceTimersByTime(1);
    expect(shownIn(store)).toBeNull();
    store.notify({ tone: 'danger', message: 'Failed' });
    vi.advanceTimersByTime(9_999);
    expect(shownIn(store)).toBe('Failed');
    vi.advanceTimersByTime(1);
    expect(shownIn(store)).toBeNull();
    expect(store.snapshot().log.map((notice) => notice.message)).toEqual(['Failed', 'Saved']);
  });

  it('offers nothing any more once its offer is withdrawn, on the screen and in the log', () => {
    const store = createNotices();
    const offered = new AbortController();
    store.notify({ tone: 'success', message: 'Archived', action: { title: 'Undo', until: offered.signal, onAct: () => undefined } });
    expect([store.snapshot().shown?.action?.title, store.snapshot().log[0]?.action?.title]).toEqual(['Undo', 'Undo']);
    offered.abort();
    expect([store.snapshot().shown?.action, store.snapshot().log[0]?.action]).toEqual([undefined, undefined]);
    expect(shownIn(store)).toBe('Archived');
  });

  it('belongs to the company it was told in: it is not on the screen, or in the log, of another', () => {
    const store = createNotices();
    const messages = () => store.snapshot().log.map(({ message }) => message);
    store.enter(1);
    store.notify({ tone: 'danger', message: 'The name is missing' });
    store.notify({ tone: 'info', message: 'Password changed', isOwn: true });
    store.enter(2);
    store.hide();
    expect([shownIn(store), messages(), store.snapshot().unseen]).toEqual([null, ['Password changed'], 1]);
    store.seen();
    store.enter(1);
    expect([shownIn(store), messages(), store.snapshot().unseen]).toEqual([null, ['Password changed', 'The name is missing'], 1]);
    store.clear();
    expect(messages()).toEqual([]);
  });

  it('rests while the pointer or focus is on it', () => {
    const store = createNotices();
    store.notify({ tone: 'info', message: 'Read me' });
    store.pause();
    vi.advanceTimersByTime(60_000);
    expect(shownIn(store)).toBe('Read me');
    store.resume();
    vi.advanceTimersByTime(5_000);
    expect(shownIn(store)).toBeNull();
  });

  it('gives way to a newer one; an error that was pushed back gets the rest of its 10 s afterwards', () => {
    const store = createNotices();
    store.notify({ tone: 'success', message: 'One' });
    store.notify({ tone: 'danger', message: 'Failed' });
    vi.advanceTimersByTime(4_000);
    store.notify({ tone: 'success', message: 'Two' });
    expect(shownIn(store)).toBe('Two');
    vi.advanceTimersByTime(5_000);
    expect(shownIn(store)).toBe('Failed');
    vi.advanceTimersByTime(5_999);
    expect(shownIn(store)).toBe('Failed');
    vi.advanceTimersByTime(1);
    expect(shownIn(store)).toBeNull();
  });

  it('of an error comes back behind several newer ones, once, and not after it was dismissed', () => {
    const store = createNotices();
    const first = store.notify({ tone: 'danger', message: 'First' });
    store.notify({ tone: 'danger', message: 'Second' });
    store.notify({ tone: 'danger', message: 'Second' });
    store.notify({ tone: 'success', message: 'Done' });
    store.hide();
    expect(shownIn(store)).toBe('Second');
    store.hide();
    expect(shownIn(store)).toBe('First');
    store.notify({ tone: 'info', message: 'Later' });
    store.dismiss(first);
    store.hide();
    expect(shownIn(store)).toBeNull();
  });

  it('that carries no work goes as soon as any other and does not come back', () => {
    const store = createNotices();
    store.notify({ tone: 'danger', message: 'Select a conversation first', hideAfter: 5_000 });
    store.notify({ tone: 'success', message: 'Blocked' });
    store.hide();
    expect(shownIn(store)).toBeNull();
  });

  it('is not shown after its cause has ended, on screen or pushed back, and stays in the log', () => {
    const store = createNotices();
    store.notify({ tone: 'danger', message: 'The server could not be reached', cause: 'connection' });
    store.notify({ tone: 'info', message: 'You are offline', cause: 'connection' });
    store.end('connection');
    expect(shownIn(store)).toBeNull();
    expect(store.snapshot().log).toHaveLength(2);
  });

  it('has a title where the specification has one', () => {
    const store = createNotices();
    store.notify({ tone: 'success', title: 'Success', message: 'Custom field created successfully.' });
    expect(store.snapshot().shown).toMatchObject({ title: 'Success', message: 'Custom field created successfully.' });
  });

  it('is counted as unseen until the log is looked at, and leaves it when dismissed', () => {
    const store = createNotices();
    const id = store.notify({ tone: 'info', message: 'One' });
    store.notify({ tone: 'info', message: 'Two' });
    expect(store.snapshot().unseen).toBe(2);
    store.seen();
    store.dismiss(id);
    expect(store.snapshot()).toMatchObject({ unseen: 0, log: [{ message: 'Two' }] });
  });
});
