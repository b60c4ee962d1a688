/** The tenant and its domain: inputs and policy of their routes, and their rows. */

import { randomBytes } from 'node:crypto';
import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';
import { empties } from '../client/excuse.ts';

/** A claim that is not proved; one for a company, in place of the one before. */
const insertDomain: InsertRow = async ({ owner, companyId, mark }) => {
  const domain = `${mark.replaceAll(/[^a-z]/gi, '').toLowerCase()}-${randomBytes(4).toString('hex')}.com`;
  const hosts = { app_subdomain: 'app', api_subdomain: 'api', app_host: `app.${domain}`, api_host: `api.${domain}` };
  const row = { company_id: companyId, domain, ...hosts, auth_token_hash: `${mark} token` };
  const inserted = owner
    .insertInto('custom_domains')
    .values(row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
};
/** A sender whose records are in no DNS; one for a company, the same each time. */
const insertSender: InsertRow = async ({ owner, companyId, mark }) => {
  const row = {
    company_id: companyId,
    address: `${mark}@example.com`,
    domain: 'example.com',
    selector: 'keyline1',
    private_key: `${mark} key`,
    public_key: 'AAAA',
  };
  await owner
    .insertInto('email_senders')
    .values(row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
  return companyId;
};
const withSender: InputOf = async ({ rows }) => {
  await rows.row(insertSender);
  return {};
};

const one: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertDomain) } });

/** A company has one domain: there is no other's. */
const ownDomain: Rule = (column, row, place) => (row === 'others' ? undefined : shared('manage the domain')(column, row, place));
/** Answers 409 instead of success: the records of the row are in no DNS. */
const notReady =
  (rule: Rule): Rule =>
  (...asked) =>
    rule(...asked) === 'ok' ? 409 : rule(...asked);
/** The brand of a host name is everybody's, and the same for each. */
const open: Rule = (_column, row, place) => (row === 'own' && place === 'there' ? 'ok' : undefined);

export const tenant: AccessArea = {
  inputs: {
    config: () => ({ query: { hostname: 'app.example.com' } }),
    get: none,
    update: () => ({ body: { accent: '#3366cc' } }),
    startSender: () => ({ body: { address: 'help@example.com' } }),
    lookSender: withSender,
    removeSender: withSender,
    domain: none,
    createDomain: () => ({ body: { domain: `brand-${randomBytes(4).toString('hex')}.com` } }),
    checkDomain: () => ({ query: { domainName: 'example.com' } }),
    lookDomain: one,
    syncDomain: one,
    removeDomain: one,
  },
  policy: {
    config: open,
    get: company('edit the brand'),
    update: company('edit the brand'),
    startSender: company('edit the brand'),
    lookSender: company('edit the brand'),
    removeSender: company('edit the brand'),
    domain: company('manage the domain'),
    createDomain: company('manage the domain'),
    checkDomain: company('manage the domain'),
    lookDomain: ownDomain,
    syncDomain: notReady(ownDomain),
    removeDomain: ownDomain,
  },
  rows: [insertDomain, insertSender],
  reads: {
    update: () => [{ route: routes.tenant.get }],
    startSender: () => [{ route: routes.tenant.get }],
    createDomain: () => [{ route: routes.tenant.domain }],
  },
  toldAs: {
    'update.logo': 'logoUrl',
  },
  excuses: [
    empties('update'),
    {
      does: 'is the secret that a DNS record proves; it is never read back',
      shownBy: 'server/tenant.test.ts: takes no text that stood in DNS before, whatever token is given (AMB-124)',
      fields: ['createDomain.authToken'],
    },
    {
      does: 'takes the name of a sender off',
      shownBy: 'server/tenant.sender.test.ts: is started with a key of its own, which nobody reads back (FLOW-191)',
      fields: ['startSender.clear'],
    },
  ],
};
