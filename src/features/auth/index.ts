/** What of signing in comes with the commands; what the shell draws first is imported by file. */
export { AccountDialogs } from './AccountDialogs.tsx';
export { ImpersonationFrame } from './ImpersonationFrame.tsx';
export { resetFlow } from './reset.ts';
export { createAuthServices } from './services.ts';
export { watchOtherTabs } from './tabSync.ts';
