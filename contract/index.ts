/** The wire, whole: every call of the product by area. */
import { activity, notes, notifications } from './activity.ts';
import { analytics } from './analytics.ts';
import { auth } from './auth.ts';
import { blocks } from './blocks.ts';
import { calling } from './calling.ts';
import { calls } from './calls.ts';
import { companies, organizations, rolesArea, users } from './companies.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { customFields } from './customFields.ts';
import { exportsArea } from './exports.ts';
import { faxes } from './faxes.ts';
import { forwards } from './forwards.ts';
import { greetings } from './greetings.ts';
import { lookups } from './lookups.ts';
import { marketplace } from './marketplace.ts';
import { me } from './me.ts';
import { messaging } from './messaging.ts';
import { numbers } from './numbers.ts';
import { porting } from './porting.ts';
import { purchase } from './purchase.ts';
import { routing } from './routingCalls.ts';
import { schedule } from './schedule.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';
import { templates } from './templates.ts';

export const routes = {
  system,
  auth,
  me,
  companies,
  organizations,
  users,
  roles: rolesArea,
  conversations,
  messaging,
  faxes,
  notifications,
  activity,
  analytics,
  notes,
  calls,
  exports: exportsArea,
  greetings,
  templates,
  marketplace,
  forwards,
  contacts,
  numbers,
  routing,
  schedule,
  calling,
  blocks,
  purchase,
  porting,
  lookups,
  tags,
  customFields,
};
export type Routes = typeof routes;
