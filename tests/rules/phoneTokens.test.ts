/** Tokens of the phone in the window, asked for until one is had. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokens } from '#src/features/phone/tokens.ts';

let page: EventTarget;
let stopping: AbortController;
let answers: (string | Error)[];
let failures: string[];
/** Times at which one was asked for. */
let asked: number[];
const make = () =>
  createTokens(
    async () => {
      asked.push(Date.now());
      const answer = answers.shift() ?? new Error('nobody answers');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    (thrown) => failures.push(String(thrown)),
    stopping.signal,
  );

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  stopping = new AbortController();
  [answers, failures, asked] = [[], [], []];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('are had at once while they are taken', async () => {
  answers = ['first', 'second'];
  const tokens = make();
  expect(await tokens.next()).toBe('first');
  tokens.accept();
  expect(await tokens.next()).toBe('second');
  expect(failures).toEqual([]);
});

test('are asked for again after a failure, each time later, half a minute at most', async () => {
  const had = make().next();
  await vi.advanceTimersByTimeAsync(80_000);
  answers = ['at last'];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await had).toBe('at last');
  expect(asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / 1_000)).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(failures).toHaveLength(7);
});

test('are asked for at once when the network is back', async () => {
  const had = make().next();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
  answers = ['at last'];
  page.dispatchEvent(new Event('online'));
  expect(await had).toBe('at last');
});

test('are not asked for in a loop where the carrier takes none of them', async () => {
  answers = ['refused', 'refused too'];
  const tokens = make();
  expect(await tokens.next()).toBe('refused');
  const second = tokens.next();
  await vi.advanceTimersByTimeAsync(999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await second).toBe('refused too');
});

test('are asked for no more once the phone is stopped', async () => {
  const had = make().next();
  await vi.advanceTimersByTimeAsync(0);
  stopping.abort();
  expect(await had).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('one that comes after the phone was stopped opens no line', async () => {
  answers = ['too late'];
  const had = make().next();
  stopping.abort();
  expect(await had).toBeNull();
});
