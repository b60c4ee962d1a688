/** Buying numbers as commands reach it. */
import type { PurchaseServices } from '#commands/purchase.services.ts';
import { why } from '#machines/numberPurchase/index.ts';
import { companyOf } from '../../api/app.ts';
import type { Surroundings } from '../../panes/index.ts';
import { purchaseDesk } from './desk.ts';

/** Commands over the purchase, as the app provides them. */
export function createPurchaseServices({ app, workspace }: Surroundings): PurchaseServices {
  return {
    bought: () =>
      purchaseDesk(app)
        .of(companyOf(app))
        .getSnapshot()
        .context.purchase?.items.flatMap(({ state, numberId }) => (state === 'bought' && numberId !== null ? [numberId] : [])) ?? [],
    open: (search) => {
      const actor = purchaseDesk(app).of(companyOf(app));
      workspace.open('purchase');
      if (search === undefined) return;
      if (why(actor.getSnapshot(), 'purchase.renewed') === null) actor.send({ type: 'purchase.renewed' });
      const refusal = why(actor.getSnapshot(), 'search.typed');
      if (refusal !== null) throw new Error(refusal);
      actor.send({ type: 'search.typed', text: search });
      actor.send({ type: 'search.submitted' });
    },
  };
}
