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
import { greetings } from './greetings.ts';
import { me } from './me.ts';
import { messaging } from './messaging.ts';
import { numbers } from './numbers.ts';
import { purchase } from './purchase.ts';
import { routing } from './routingCalls.ts';
import { schedule } from './schedule.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';

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
  notifications,
  activity,
  analytics,
  notes,
  calls,
  exports: exportsArea,
  greetings,
  contacts,
  numbers,
  routing,
  schedule,
  calling,
  blocks,
  purchase,
  tags,
  customFields,
};
export type Routes = typeof routes;
