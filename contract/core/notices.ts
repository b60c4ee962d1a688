/** Kinds of notices (enums.tsv). */

/** ENUM-225: kinds of notices (AMB-64). */
export const noticeKinds = ['success', 'danger', 'info'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
