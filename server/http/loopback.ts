/** This machine itself, by the names and addresses it has. */

/** True for localhost and its addresses, as a host (with brackets or without) or as a connection names them. */
export const isLoopback = (host: string): boolean => /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
