/** All defences that are taken out, by area, in the order of docs/defences.md. */
import { accessRemovals } from './access.ts';
import { authRemovals } from './auth.ts';
import { catalogRemovals } from './catalog.ts';
import { documentRemovals } from './documents.ts';
import { faultRemovals } from './faults.ts';
import { operateRemovals } from './operate.ts';
import type { Removal } from './removal.ts';

export const removals: readonly { readonly area: string; readonly of: readonly Removal[] }[] = [
  { area: 'Who may see and do what', of: accessRemovals },
  { area: 'Signing in', of: authRemovals },
  { area: 'Messages, jobs and lines', of: faultRemovals },
  { area: 'An installation open to strangers', of: operateRemovals },
  { area: 'The consumer catalog', of: catalogRemovals },
  { area: 'Pictures, faxes and papers', of: documentRemovals },
];
