/** What holds until the server has said otherwise. */

import { limits } from '#contract/limits.ts';
import type { AppState } from '../api/app.ts';
import { presets } from '../panes/saved.ts';

export const nobody: AppState = {
  user: null,
  company: null,
  companyId: null,
  companies: [],
  bound: null,
  permissions: new Set(),
  preferences: { theme: 'system', density: 'normal', holdSeconds: limits.holdSeconds, pinnedCompanyIds: [], lastCompanyId: null },
  keymap: { preset: 'keyline', singleKeys: true, overrides: {} },
  layouts: [],
  online: true,
};

/** The layout to begin with for a role (DESIGN.md section 6). */
export const firstLayout = (isStaff: boolean, role: string | undefined) =>
  isStaff ? presets.support : role === 'owner' || role === 'administrator' || role === 'user' ? presets.agent : presets.admin;
