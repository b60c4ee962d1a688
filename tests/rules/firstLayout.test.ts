/** Tests the first layout of a new user, and its number of panes side by side. */
import { describe, expect, test } from 'vitest';
import { hasPermission, roles } from '#contract/core/permissions.ts';
import { createFirstLayout } from '#src/app/initialState.ts';
import { panes } from '#src/app/panes.tsx';
import { countColumns, listPanes, split } from '#src/panes/layout.ts';
import { presets } from '#src/panes/layoutPresets.ts';

describe('the layout to begin with', () => {
  test.each(roles)('%s: every pane may be seen', (role) => {
    const kinds = listPanes(createFirstLayout(false, role).root).map(({ view }) => view.kind);
    const denied = kinds.filter((kind) => {
      const { permission } = panes[kind];
      return permission !== undefined && !hasPermission(role, permission);
    });
    expect(denied).toEqual([]);
  });
});

describe('columns of a layout', () => {
  test('panes side by side count, those beneath one another do not', () => {
    expect(countColumns(presets.agent.root)).toBe(3);
    expect(countColumns(presets.admin.root)).toBe(2);
    const deeper = split(presets.admin, 'numbers-p3', 'row', { kind: 'keys', params: {} });
    expect(countColumns(deeper.root)).toBe(3);
    expect(countColumns(split(presets.agent, 'inbox-p1', 'column', { kind: 'keys', params: {} }).root)).toBe(3);
  });
});
