import { describe, expect, test } from 'vitest';
import { readColumns } from '#commands/exports/commands.ts';
import { callExportColumns } from '#contract/exports/enums.ts';

describe('columns of an export', () => {
  test('are all of them, or those named by head or name, each once, in the order given', () => {
    expect(readColumns('all', callExportColumns)).toEqual({ ok: true, value: Object.keys(callExportColumns) });
    expect(readColumns('caller, Duration (s), CALLER', callExportColumns)).toEqual({ ok: true, value: ['caller', 'duration'] });
  });
  test('that are none are named', () => {
    expect(readColumns('caller, shoe size', callExportColumns)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^“shoe size” is not a column. Available: Started, /),
    });
  });
});
