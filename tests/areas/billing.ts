/** Billing: inputs and policy of its routes, and its rows. No card vendor is there: whoever may is told so, where one is needed. */
import type { AccessArea } from '../access/area.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
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
    save: company('edit payment methods', 422),
    retry: company('edit payment methods', 422),
    securityToken: company('edit payment methods', 422),
    invoices: company('see billing'),
    invoicePdf: shared('see billing'),
    cancel: subscription,
    cancelClear: subscription,
    downsell: subscription,
    revert: subscription,
    usage: company('see billing'),
    offers: company('see billing'),
    updateOffer: shared('change the subscription'),
    migrate: subscription,
    upgrade: subscription,
    start: subscription,
    preview: subscription,
  },
  rows: [insertInvoice, insertOffer],
};
