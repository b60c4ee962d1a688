/** Areas with their commands and keys, in the order in which the palette lists them. */
import { activity } from './activity/index.ts';
import { auth } from './auth/index.ts';
import { blocks } from './blocks/index.ts';
import { calling } from './calling/index.ts';
import { calls } from './calls/index.ts';
import { companies } from './companies/index.ts';
import { contacts } from './contacts/index.ts';
import { conversations } from './conversations/index.ts';
import { customFields } from './customFields/index.ts';
import { exports } from './exports/index.ts';
import { faxes } from './faxes/index.ts';
import { forwards } from './forwards/index.ts';
import { greetings } from './greetings/index.ts';
import { keyline } from './keyline/index.ts';
import { list } from './list/index.ts';
import { log } from './log/index.ts';
import { lookups } from './lookups/index.ts';
import { marketplace } from './marketplace/index.ts';
import { me } from './me/index.ts';
import { messaging } from './messaging/index.ts';
import { notes } from './notes/index.ts';
import { notices } from './notices/index.ts';
import { notifications } from './notifications/index.ts';
import { numbers } from './numbers/index.ts';
import { palette } from './palette/index.ts';
import { porting } from './porting/index.ts';
import { purchase } from './purchase/index.ts';
import { routing } from './routing/index.ts';
import { sandbox } from './sandbox/index.ts';
import { schedule } from './schedule/index.ts';
import { search } from './search/index.ts';
import { tags } from './tags/index.ts';
import { templates } from './templates/index.ts';
import { workspace } from './workspace/index.ts';

export const areas = [
  palette,
  conversations,
  messaging,
  notifications,
  notes,
  faxes,
  contacts,
  activity,
  calls,
  exports,
  greetings,
  schedule,
  porting,
  lookups,
  numbers,
  tags,
  customFields,
  routing,
  templates,
  forwards,
  marketplace,
  calling,
  blocks,
  purchase,
  companies,
  list,
  workspace,
  auth,
  me,
  log,
  search,
  keyline,
  notices,
  sandbox,
] as const;
