/** Texts of the marketplace. */

/** RULE-220. */
export const marketplaceReportName = 'marketplace_report.csv';

/** MSG-043, MSG-044. */
export const marketplaceMessages = { updated: 'Marketplace number updated successfully.', reported: 'Report generated successfully.' } as const;
