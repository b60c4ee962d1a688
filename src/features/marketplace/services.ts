/** The marketplace as commands reach it. */
import type { MarketplaceServices } from '#commands/marketplace/types.ts';
import { marketplaceMessages, marketplaceReportName } from '#contract/marketplace/texts.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { displayPhone } from '../../ui/index.ts';
import { marketplaceViews } from './data.ts';

/** Hands a text over as a file. The mark at its start, lost on the way, tells a spreadsheet that it is UTF-8. */
function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

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
      return { message: marketplaceMessages.updated, undo: { title: `${title} ${label || displayPhone(number)}`, run: () => put(companyId, id, back) } };
    },
    report: async () => {
      const report: unknown = await app.api.call('marketplace.report', { companyId: getCompanyId(app) });
      if (typeof report !== 'string') throw new Error('The report could not be read');
      download(report, marketplaceReportName);
      return { message: marketplaceMessages.reported };
    },
  };
}
