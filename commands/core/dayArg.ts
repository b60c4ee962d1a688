/** A day as an argument. */
import { arg } from './args.ts';
import { readWith } from './readers.ts';

/** An argument that is a day such as 2026-03-05; the palette reads it back in words while it is typed. */
export const createDayArg = (label: string) =>
  arg.text<string>({
    label,
    hint: '2026-03-05',
    parse: (text) => readWith(({ isDay }) => (isDay(text.trim()) ? { ok: true, value: text.trim() } : { ok: false, error: 'Enter a date like 2026-03-05' })),
    readsBack: 'day',
  });
