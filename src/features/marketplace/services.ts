/** The marketplace as commands reach it. */
import type { MarketplaceServices } from '#commands/marketplace/types.ts';
import { marketplaceMessages, marketplaceReportName } from '#contract/marketplace/texts.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { downloadCsv } from '../../shared/sheets/downloadCsv.ts';
import { formatNumberName } from '../../ui/index.ts';
import { marketplaceViews } from './data.ts';

/** Commands of the marketplace, as the app provides them. */
export function createMarketplaceServices({ app, workspace }: ServiceDeps): MarketplaceServices {
  const put = async (companyId: number, id: number, body: { isListed?: boolean; price?: number; clear?: ['price'] }) => {
    await app.api.call('marketplace.update', { companyId, params: { id }, body });
    await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'marketplace') });
  };
  return {
    show: (which) => {
      marketplaceViews.change(app.get().companyId, { which });
      workspace.open('marketplace');
    },
    change: async ({ id, label, number, isListed, price }, changes, title) => {
      const companyId = getCompanyId(app);
      await put(companyId, id, changes);
      const back = { isListed, ...(price === null ? { clear: ['price'] as ['price'] } : { price }) };
      return { message: marketplaceMessages.updated, undo: { title: `${title} ${formatNumberName({ label, number })}`, run: () => put(companyId, id, back) } };
    },
    report: async () => {
      const report: unknown = await app.api.call('marketplace.report', { companyId: getCompanyId(app) });
      if (typeof report !== 'string') throw new Error('The report could not be read');
      downloadCsv(report, marketplaceReportName);
      return { message: marketplaceMessages.reported };
    },
  };
}
