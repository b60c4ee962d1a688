/** Buying numbers as commands reach it. */
import type { PurchaseServices } from '#commands/purchase/types.ts';
import { getReason } from '#machines/numberPurchase/index.ts';
import { getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { readAreaCodes } from '../../shared/areaCodes.ts';
import { listBoughtIds, purchaseStore } from './purchaseStore.ts';

/** Commands over the purchase, as the app provides them. */
export function createPurchaseServices({ app, workspace }: ServiceDeps): PurchaseServices {
  return {
    bought: async () => listBoughtIds(purchaseStore.get(app, getCompanyId(app)).actor.getSnapshot().context.purchase),
    // Without it local numbers are looked for anywhere.
    findAreaCode: () =>
      readAreaCodes(app, getCompanyId(app)).then(
        ({ defaultAreaCode, areaCodes }) => defaultAreaCode ?? areaCodes[0] ?? null,
        () => null,
      ),
    open: (search, onBought) => {
      const entry = purchaseStore.get(app, getCompanyId(app));
      const { actor } = entry;
      workspace.open('purchase');
      // Beside it stands no number that isn't bought: not the one the list was left at.
      workspace.follow(null);
      for (const type of ['purchase.renewed', 'choice.revised'] as const) if (getReason(actor.getSnapshot(), type) === null) actor.send({ type });
      const refusal = getReason(actor.getSnapshot(), 'search.typed');
      if (refusal !== null) throw new Error(refusal);
      entry.onBought = onBought ?? null;
      // An empty line takes the keyboard.
      actor.send({ type: 'search.typed', text: search ?? '' });
      if (search !== undefined) actor.send({ type: 'search.submitted' });
    },
  };
}
