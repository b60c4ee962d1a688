/** Everything the server answers: the handlers of every area, and the ways in beside the API. */
import type { FastifyInstance } from 'fastify';
import type { Routes } from '#contract/index.ts';
import { registerWebhooks } from '../carrier/webhooks/routes.ts';
import { handlers as activity } from '../domains/activity/handlers.ts';
import { handlers as analytics } from '../domains/analytics/handlers.ts';
import { handlers as auth } from '../domains/auth/handlers.ts';
import { workAuthMails } from '../domains/auth/mails.ts';
import { workBatches } from '../domains/batches/run.ts';
import { handlers as blocks } from '../domains/blocks/handlers.ts';
import { handlers as calling } from '../domains/calling/handlers.ts';
import { handlers as calls } from '../domains/calls/handlers.ts';
import { handlers as companies } from '../domains/companies/handlers.ts';
import { handlers as contacts } from '../domains/contacts/handlers.ts';
import { handlers as conversations } from '../domains/conversations/handlers.ts';
import { handlers as customFields } from '../domains/customFields/handlers.ts';
import { handlers as exportsArea } from '../domains/exports/handlers.ts';
import { workExports } from '../domains/exports/run.ts';
import { handlers as faxes } from '../domains/faxes/handlers.ts';
import { handlers as forwards } from '../domains/forwards/handlers.ts';
import { handlers as greetings } from '../domains/greetings/handlers.ts';
import { handlers as lookups } from '../domains/lookups/handlers.ts';
import { handlers as marketplace } from '../domains/marketplace/handlers.ts';
import { handlers as me } from '../domains/me/handlers.ts';
import { handlers as messaging } from '../domains/messaging/handlers.ts';
import { handlers as notes } from '../domains/notes/handlers.ts';
import { handlers as notifications } from '../domains/notifications/handlers.ts';
import { handlers as numbers } from '../domains/numbers/handlers.ts';
import { handlers as organizations } from '../domains/organizations/handlers.ts';
import { handlers as porting } from '../domains/porting/handlers.ts';
import { handlers as purchase } from '../domains/purchase/handlers.ts';
import { handlers as roles } from '../domains/roles/handlers.ts';
import { handlers as routing } from '../domains/routing/handlers.ts';
import { handlers as schedule } from '../domains/schedule/handlers.ts';
import { handlers as system } from '../domains/system/handlers.ts';
import { handlers as tags } from '../domains/tags/handlers.ts';
import { handlers as templates } from '../domains/templates/handlers.ts';
import { handlers as users } from '../domains/users/handlers.ts';
import { registerWorkers } from '../jobs/workers.ts';
import { registerRealtime } from '../realtime/register.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handlers.ts';

type Areas = { readonly [K in keyof Routes]: Handlers<Routes[K]> };

/** The handler table: an area or a route that is missing does not compile. */
export const areas: Areas = {
  system,
  messaging,
  faxes,
  auth,
  me,
  companies,
  organizations,
  users,
  roles,
  conversations,
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

/** What hangs itself onto the server beside the API: webhooks, the realtime socket, workers of jobs. Called once, before the server is ready. */
export type Surface = (app: FastifyInstance, services: Services) => void | Promise<void>;

export const surfaces: readonly Surface[] = [
  (_app, services) => workAuthMails(services),
  registerWebhooks,
  registerRealtime,
  (_app, services) => registerWorkers(services),
  (_app, services) => workBatches(services),
  (_app, services) => workExports(services),
];
