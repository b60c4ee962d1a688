/** Text in a CSV stays text in a spreadsheet. */
import { expect, test } from 'vitest';
import { csvLine, guarded, unguarded } from '#server/domains/exports/serializers.ts';

test('what a spreadsheet would calculate stands behind an apostrophe, full-width signs too', () => {
  for (const text of ['=1+1', '+1+2', '-2-1', '+1 650', '@sum', '|cmd', '％x', '＝1+1', '＋1', '－1', '＠a', ' ＝HYPERLINK("x")']) {
    expect(guarded(text)).toBe(`'${text}`);
    expect(unguarded(guarded(text))).toBe(text);
  }
  expect(guarded('Ana＝Flores')).toBe('Ana＝Flores');
  for (const text of ['+14155550101', '+1', '-2']) {
    expect(guarded(text)).toBe(text);
    expect(csvLine([text])).toBe(`${text}\r\n`);
    expect(unguarded(`'${text}`)).toBe(text);
  }
  expect(csvLine(['＝1', 5, null])).toBe("'＝1,5,\r\n");
});

test('a cell that begins behind a semicolon or a tab is guarded as well, and comes back as it was', () => {
  for (const text of [';=1+1', 'Ana;=1+1', 'a\t@sum', "a;'=1", ';;=1', '\t\t=1', "x; '' +1;-2"]) {
    expect(guarded(text)).not.toMatch(/[;\t]\s*[=+\-@]/);
    expect(unguarded(guarded(text))).toBe(text);
  }
  expect(csvLine(['a;b', 'a\tb', 'a b'])).toBe('"a;b","a\tb",a b\r\n');
});
