import { describe, expect, test } from 'vitest';
import { parseColumns } from '#commands/exports/commands.ts';
import { callExportColumns } from '#contract/exports/enums.ts';

describe('columns of an export', () => {
  test('are all of them, or those named by head or name, each once, in the order given', () => {
    expect(parseColumns('all', callExportColumns)).toEqual({ ok: true, value: Object.keys(callExportColumns) });
    expect(parseColumns('caller, Duration (s), CALLER', callExportColumns)).toEqual({ ok: true, value: ['caller', 'duration'] });
  });
  test('that are none are named', () => {
    expect(parseColumns('caller, shoe size', callExportColumns)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^“shoe size” is not a column. Available: Started, /),
    });
  });
});
