/** The list of defences follows the code: a place that has moved would only be noticed when the long run comes to it. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { removals } from '#tests/defences/removals.ts';

describe.each(removals)('$area', ({ of }) => {
  test.each(of)('$defence: stands once where the list says, and the test that stands for it is there', ({ edits, test: [file] }) => {
    const places = edits.map(([path, find]) => `${path}: ${readFileSync(path, 'utf8').split(find).length - 1}`);
    expect(places).toEqual(edits.map(([path]) => `${path}: 1`));
    expect(existsSync(file)).toBe(true);
  });
});
