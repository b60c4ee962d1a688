/** Billing: inputs and policy of its routes, and its rows. No card vendor is there: whoever may is told so, where one is needed. */

import type { AccessArea } from '../access/area.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, inPerson, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';

const insertInvoice: InsertRow = async ({ owner, companyId, mark }) => {
  const { id } = await owner
    .insertInto('billing_invoices')
    .values({
      company_id: companyId,
      vendor_id: randomKey('in'),
      number: `${mark} number`,
      status: 'paid',
      total_cents: 1_000,
      due_cents: 0,
      lines: JSON.stringify([{ description: `${mark} line`, cents: 1_000 }]),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** An offer that was used stays beside any number of others. */
const insertOffer: InsertRow = async ({ owner, companyId }) => {
  const { id } = await owner
    .insertInto('yearly_upgrade_offers')
    .values({ company_id: companyId, from_code: 'starter_monthly', plan_code: 'starter_yearly', viewed_at: new Date(), used_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const byCompany: InputOf = ({ house }) => ({ params: { id: house.company.id } });
const subscription = company('change the subscription', 422);

export const billing: AccessArea = {
  inputs: {
    get: byCompany,
    save: async (scene) => ({ ...(await byCompany(scene)), body: { billingCity: 'Oakland' } }),
    retry: async (scene) => ({ ...(await byCompany(scene)), body: {} }),
    securityToken: () => ({}),
    invoices: () => ({}),
    invoicePdf: async (scene) => ({ params: { id: await scene.rows.row(insertInvoice) } }),
    cancel: () => ({ body: {} }),
    cancelClear: () => ({ body: {} }),
    downsell: () => ({ params: { planId: 'starter_monthly' }, body: {} }),
    revert: () => ({ body: {} }),
    usage: () => ({}),
    offers: () => ({}),
    updateOffer: async (scene) => ({ params: { offerId: await scene.rows.row(insertOffer) }, body: { viewed: true } }),
    migrate: () => ({ body: { identifier: 'starter_monthly' } }),
    upgrade: () => ({ body: { planId: 'deluxe_monthly' } }),
    start: () => ({ body: { planId: 'starter_monthly' } }),
    preview: () => ({ query: { change: 'cancel' } }),
  },
  policy: {
    get: company('see billing'),
    save: inPerson(company('edit payment methods', 422)),
    retry: inPerson(company('edit payment methods', 422)),
    securityToken: inPerson(company('edit payment methods', 422)),
    invoices: company('see billing'),
    invoicePdf: shared('see billing'),
    cancel: inPerson(subscription),
    cancelClear: inPerson(subscription),
    downsell: inPerson(subscription),
    revert: inPerson(subscription),
    usage: company('see billing'),
    offers: company('see billing'),
    updateOffer: inPerson(shared('change the subscription')),
    migrate: inPerson(subscription),
    upgrade: inPerson(subscription),
    start: inPerson(subscription),
    preview: subscription,
  },
  rows: [insertInvoice, insertOffer],
  excuses: [
    {
      does: 'saves the billing address',
      shownBy: 'server/billing.test.ts: keeps the fields of the address that are not sent',
      fields: ['billingName', 'billingAddress', 'billingAddress_2', 'billingCity', 'billingState', 'billingZip', 'billingCountry'].map(
        (field) => `save.${field}`,
      ),
    },
    {
      does: 'names the card that was entered on the page of the card service',
      shownBy: 'server/billing.test.ts: is entered on the vendor’s page and saved by its token; the address comes with it (RULE-184, RULE-189)',
      fields: ['save.chargifyToken'],
    },
    {
      does: 'views an offer, then uses it',
      shownBy: 'server/billing.test.ts: becomes yearly by an offer that was viewed before, once (FLOW-115, FLOW-116, RULE-195)',
      fields: ['updateOffer'],
    },
    {
      does: 'changes the plan of a legacy company',
      shownBy: 'server/billing.test.ts: on the legacy plan alone is migrated, and counted (FLOW-214, AMB-123)',
      fields: ['migrate'],
    },
    {
      does: 'changes to a larger plan',
      shownBy: 'server/billing.test.ts: is upgraded to a larger plan at once, for the difference that was reviewed; a smaller one that was pending is gone',
      fields: ['upgrade'],
    },
    {
      does: 'empties lines of the billing address',
      shownBy: 'server/billing.test.ts: keeps the fields of the address that are not sent',
      fields: ['save.clear'],
    },
    {
      does: 'pays what is overdue, as it was reviewed',
      shownBy:
        'server/billing.failures.test.ts: that is past due is paid by a new card, and by a retry; a card that fails keeps it past due (RULE-185, FLOW-122)',
      fields: ['retry.dueNow'],
    },
    {
      does: 'starts a subscription',
      shownBy: 'server/billing.test.ts: is started once, canceled, kept (FLOW-110, FLOW-112)',
      fields: ['start'],
    },
  ],
};
