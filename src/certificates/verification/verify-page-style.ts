/** Style of the public page of a certificate, over the colours of the school. */
export const verifyPageStyle = `*{box-sizing:border-box}body{margin:0;background:var(--ly-background);color:var(--ly-text);font:1rem/1.55 system-ui,sans-serif}
main{max-width:62rem;margin:0 auto;padding:clamp(1.25rem,5vw,3.5rem) 1rem}
.card{background:var(--ly-surface);border:1px solid var(--ly-line);border-radius:1rem;overflow:hidden}
.school{margin:0 0 1rem;font-weight:600;color:var(--ly-primary-text);overflow-wrap:anywhere}
.state{display:flex;gap:.875rem;align-items:flex-start;padding:1.25rem clamp(1rem,4vw,2rem);border-bottom:1px solid var(--ly-line);background:var(--ly-success-soft)}
.state svg{flex:none;width:1.75rem;height:1.75rem;color:var(--ly-success-text)}
.state[data-state=revoked],.state[data-state=unknown],.state[data-state=erased]{background:var(--ly-error-soft)}
.state[data-state=revoked] svg,.state[data-state=unknown] svg,.state[data-state=erased] svg{color:var(--ly-error-text)}
.state[data-state=expired],.state[data-state=superseded],.state[data-state=limited]{background:var(--ly-warning-soft)}
.state[data-state=expired] svg,.state[data-state=superseded] svg,.state[data-state=limited] svg{color:var(--ly-warning-text)}
h1{margin:0;font-size:1.375rem;line-height:1.25;overflow-wrap:anywhere}h2{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
.state p{margin:.25rem 0 0}.body{display:grid;gap:1.75rem;padding:clamp(1rem,4vw,2rem)}
dl{display:grid;gap:1rem;margin:1.25rem 0 0}dt{font-size:.875rem;color:var(--ly-muted)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
img{display:block;width:100%;height:auto;border:1px solid var(--ly-line);border-radius:.5rem;background:#fff}
.actions{margin:1.5rem 0 0}a.button{display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;background:var(--ly-primary);color:var(--ly-on-primary);font-weight:600;text-decoration:none}
a.button:hover{background:var(--ly-primary-hover)}a:focus-visible{outline:3px solid var(--ly-accent);outline-offset:2px}
footer{margin-top:1.25rem;font-size:.875rem;color:var(--ly-muted);overflow-wrap:anywhere}
@media(min-width:48rem){.body.drawn{grid-template-columns:minmax(0,1fr) minmax(0,1.3fr);align-items:start}}
@media print{.actions{display:none}}`
