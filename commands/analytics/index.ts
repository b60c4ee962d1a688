/** Dashboard, reports and favorites: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { reportCommands } from './commands.ts';
import { favoriteCommands } from './favorites.ts';
import { mailCommands } from './mails.ts';
import type { AnalyticsTypes } from './types.ts';

export const analytics: CommandArea<AnalyticsTypes> = {
  rank: 12,
  commands: [...reportCommands, ...favoriteCommands, ...mailCommands],
  places: [
    {
      kind: 'dashboard',
      title: 'Go to Dashboard',
      icon: 'chart',
      keywords: ['analytics', 'reports', 'charts', 'KPI', 'statistics', 'figures'],
      permission: 'analytics.read',
    },
  ],
  triggers: {
    reportFilter: {
      'report.chosen': { command: 'reports.choose' },
      'sentence.read': { command: 'reports.read' },
      'type.chosen': { command: 'reports.showType' },
      'group.chosen': { command: 'reports.group' },
      'range.chosen': { command: 'reports.range' },
      'comparison.chosen': { command: 'reports.compare' },
      'filter.changed': { command: 'reports.filter' },
      'filter.cleared': { command: 'reports.clearFilter' },
      'companies.chosen': { command: 'reports.companies' },
      'period.stepped': { command: 'reports.previousPeriod' },
    },
  },
  keys: [
    ...createBindings('workspace', { 'g d': 'go.dashboard', 'g r': 'reports.choose' }),
    ...createBindings('dashboard', {
      '[': 'reports.previousPeriod',
      ']': 'reports.nextPeriod',
      f: 'reports.filter',
      t: 'reports.toggleTable',
      c: 'reports.compare',
      p: 'reports.range',
      arrowright: 'reports.nextPoint',
      arrowleft: 'reports.previousPoint',
      arrowdown: 'reports.nextChart',
      arrowup: 'reports.previousChart',
      enter: 'reports.openCalls',
      v: 'reports.openChart',
    }),
  ],
};
