import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { registry } from '#commands/index.ts';
import { findWordFaults, listTexts, type Text } from '#scripts/lib/words.ts';

const titles = registry.all.map(({ title }) => title);
const those = (pattern: RegExp) => titles.filter((title) => pattern.test(title));

describe('titles of commands', () => {
  test('have no article at their beginning', () => expect(those(/^(a|an|the) /i)).toEqual([]));
  test('have no ellipsis of their own: the palette adds it', () => expect(those(/…$|\.$/)).toEqual([]));
  test('end in no preposition but that of a phrasal verb', () => expect(those(/ (to|of|for|with|from|at|by|about|into)$/i)).toEqual([]));
  test('say what they toggle, not “or not”', () => expect(those(/, or /)).toEqual([]));
  test('are short', () => expect(titles.filter((title) => title.length > 60)).toEqual([]));
  test('begin with a capital, behind their category too', () => expect(those(/^[a-z]|^(?!Toggle filter)[^:]+: [a-z]/)).toEqual([]));
});

describe('words that are not used', () => {
  const told = (text: string) => findWordFaults([{ file: 'commands/x.ts', line: 1, text } satisfies Text]).map(({ instead }) => instead);

  test('are found in a sentence, with what to write', () => {
    expect(told('Somebody else took it meanwhile')).toEqual(['another user, someone, no one, or a name', 'again, in the meantime']);
    expect(told('A number is no longer active')).toEqual([]);
  });

  test('are found in a label of one word', () => {
    const root = mkdtempSync(join(tmpdir(), 'words-'));
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/Form.tsx'), 'export const Form = () => <Field label="E-mail" name="email" />;');
    expect(findWordFaults(listTexts(root)).map(({ text }) => text)).toEqual(['E-mail']);
  });

  test('stand in no string of the product', () => {
    const all = listTexts(process.cwd());
    expect(all.length).toBeGreaterThan(3_000);
    expect(findWordFaults(all).map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });
});
