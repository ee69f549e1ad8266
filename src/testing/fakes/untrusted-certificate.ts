/** A certificate that no authority signed, for a host that no test connects to, and its key. Good until 2126. */
export const untrustedCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBozCCAUqgAwIBAgIUZIpsrqSRmpN0no/O9YKepjj3ZPIwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOZWxzZXdoZXJlLnRlc3QwIBcNMjYxMTIyMDMxMjA3WhgPMjEy
NjEwMjkwMzEyMDdaMBkxFzAVBgNVBAMMDmVsc2V3aGVyZS50ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEI7geK+y1QmSVfjxa9DwxTRd/eqcrsSWt9fnht/xa
5JA5Ko+vMDHrYM+ga5KZCUYV/wx12E+/sz65Iuf2B/yXxaNuMGwwHQYDVR0OBBYE
FItSigic9WgJm6dyH8kRfd93fnZIMB8GA1UdIwQYMBaAFItSigic9WgJm6dyH8kR
fd93fnZIMA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOZWxzZXdoZXJlLnRl
c3QwCgYIKoZIzj0EAwIDRwAwRAIgTGcBbs+3xje1gONKYH+JzLe0fUSNzOueAxUr
tlrzxtICIBzrAp5wIa9mU1EyexeanPyADvFc5n3O8lcLRvxw6I5+
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC/dBfbsjeEvU0SoO
kLZcTbq82SdFkvmGAhOyKzQU/t2hRANCAAQjuB4r7LVCZJV+PFr0PDFNF396pyux
Ja31+eG3/FrkkDkqj68wMetgz6BrkpkJRhX/DHXYT7+zPrki5/YH/JfF
-----END PRIVATE KEY-----
`,
}
