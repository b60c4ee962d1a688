/** The token of a mailed link, between the address and the form. */

let mailed: string | null = null;

/** Keeps the token of an opened link until the form has it. */
export const storeToken = (token: string): void => {
  mailed = token;
};
export function consumeToken(): string | null {
  const token = mailed;
  mailed = null;
  return token;
}
