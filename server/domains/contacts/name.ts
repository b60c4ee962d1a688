/** A contact's name (spec 1.3, RULE-074): as it is given, else from first and last name. */
export function contactName(given: {
  readonly name?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}): string {
  const tidy = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  return tidy(given.name) || [tidy(given.firstName), tidy(given.lastName)].filter((part) => part !== '').join(' ');
}
