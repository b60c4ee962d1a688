/** Words from outside in a mail: on one line, so that they begin no header and no line of their own. */
export const toMailLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
