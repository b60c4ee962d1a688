/** Text in a CSV stays text in a spreadsheet. */
import { expect, test } from 'vitest';
import { parseCsv } from '#contract/text/csv.ts';
import { escapeFormula, formatCsvLine, unescapeFormula } from '#server/domains/exports/serializers.ts';

test('what a spreadsheet would calculate stands behind an apostrophe, full-width signs too', () => {
  for (const text of ['=1+1', '+1+2', '-2-1', '+1 650', '@sum', '|cmd', '％x', '＝1+1', '＋1', '－1', '＠a', ' ＝HYPERLINK("x")']) {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
  expect(escapeFormula('Ana＝Flores')).toBe('Ana＝Flores');
  for (const text of ['+14155550101', '+1', '-2']) {
    expect(escapeFormula(text)).toBe(text);
    expect(formatCsvLine([text])).toBe(`${text}\r\n`);
    expect(unescapeFormula(`'${text}`)).toBe(text);
  }
  expect(formatCsvLine(['＝1', 5, null])).toBe("'＝1,5,\r\n");
});

test('a cell that begins behind a semicolon or a tab is guarded as well, and comes back as it was', () => {
  for (const text of [';=1+1', 'Ana;=1+1', 'a\t@sum', "a;'=1", ';;=1', '\t\t=1', "x; '' +1;-2"]) {
    expect(escapeFormula(text)).not.toMatch(/[;\t]\s*[=+\-@]/);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
  // Files end lines as they like: a text that begins with one comes back whichever it was.
  for (const text of ['\r', '\n', '\r\n1']) expect(unescapeFormula(parseCsv(formatCsvLine([text, 'b']))[0]?.[0] ?? '')).toBe(text.replaceAll(/\r\n?/g, '\n'));
  expect(formatCsvLine(['a;b', 'a\tb', 'a b'])).toBe('"a;b","a\tb",a b\r\n');
});
