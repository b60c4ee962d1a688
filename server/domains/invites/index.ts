/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { inviteMail } from './jobs.ts';
import { sendInviteMail } from './mail.ts';

export const invites: Domain<Routes['invites']> = {
  uses: ['auth', 'billing', 'companies', 'users'],
  handlers,
  jobs: [work(inviteMail, sendInviteMail)],
};
