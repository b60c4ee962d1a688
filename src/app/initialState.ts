/** State of the app until the server has answered. */

import { limits } from '#contract/core/limits.ts';
import type { Role } from '#contract/core/permissions.ts';
import type { AppState } from '../api/app.ts';
import type { Layout } from '../panes/layout.ts';
import { billingLayout, presets } from '../panes/layoutPresets.ts';

export const signedOutState: AppState = {
  user: null,
  company: null,
  companyId: null,
  companies: [],
  bound: null,
  permissions: new Set(),
  preferences: {
    theme: 'system',
    density: 'normal',
    holdSeconds: limits.holdSeconds,
    pinnedCompanyIds: [],
    lastCompanyId: null,
    desktopTypes: [],
    soundTypes: [],
    quietNumberIds: [],
    firstSteps: { done: [], view: 'open' },
  },
  keymap: { preset: 'keyline', singleKeys: true, overrides: {} },
  layouts: [],
  online: true,
};

/** The layout to begin with for a role (DESIGN.md section 6): of panes its people may see. */
export const createFirstLayout = (isStaff: boolean, role: Role | undefined): Layout => {
  if (isStaff) return presets.support;
  if (role === 'billing') return billingLayout;
  return role === undefined || role === 'reporting' ? presets.admin : presets.agent;
};
