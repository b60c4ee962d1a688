/** Checks whether an installation is a trial, so that demo users may sign in. */

export const isHttps = ({ publicUrl }: { readonly publicUrl: string }) => publicUrl.startsWith('https:');

/** Open to people who are no trial: real vendors, or an address for others. */
export const isLive = (situation: { readonly publicUrl: string; readonly hasSandbox: boolean }) => !situation.hasSandbox || isHttps(situation);

/** Checks whether an installation is a trial, not live: beside the sandbox and over http. */
export const isTrial = ({ publicUrl, sandboxUrl }: { readonly publicUrl: string; readonly sandboxUrl: string | null }) =>
  !isLive({ publicUrl, hasSandbox: sandboxUrl !== null });
