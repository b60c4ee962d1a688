/** Every call of the area auth. */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { channelAuth } from './channel.ts';
import { apnsVoipDeviceTokens, beamToken, csrfCookie, currentUser, endSession, logout, sessions, whatsNewRead } from './currentUser.ts';
import { createRemoteLogin, leaveRemoteLogin, remoteLogin } from './impersonation.ts';
import { beginMfaEnrollment, confirmMfa, disableMfa, mfa, proveMfa } from './mfa.ts';
import { providerCallback, providerRedirect, providers, providerToken } from './oidcSignIn.ts';
import { login } from './password.ts';
import { forgotPassword, resetPassword } from './reset.ts';
import { signupCheck, signupCreate } from './signup.ts';
import { staffCompanies, staffUsers } from './staff.ts';
import { clearTokenSessions, createTokenSession, mfaToken, refreshTokenSession } from './tokens.ts';

export const handlers: Handlers<typeof routes.auth> = {
  csrfCookie,
  login,
  mfa,
  createTokenSession,
  mfaToken,
  refreshTokenSession,
  clearTokenSessions,
  logout,
  providerRedirect,
  providerCallback,
  providerToken,
  providers,
  createRemoteLogin,
  remoteLogin,
  leaveRemoteLogin,
  staffUsers,
  staffCompanies,
  currentUser,
  whatsNewRead,
  forgotPassword,
  resetPassword,
  signupCheck,
  signupCreate,
  beamToken,
  apnsVoipDeviceTokens,
  startMfa: beginMfaEnrollment,
  confirmMfa,
  proveMfa,
  stopMfa: disableMfa,
  sessions,
  endSession,
  channelAuth,
};
