// Leaves out of Preact what the widgets do not use. Preact is one minified module: a bundler cannot drop branches of it.
import { readFile } from 'node:fs/promises'

/**
 * Pieces of `preact/dist/preact.mjs` (the exact version in package.json), and what replaces them. A piece that is not
 * there any more stops the build: an update of Preact needs a new list.
 */
const parts = [
  // Suspense: no component throws a promise.
  [
    'if(t&&t.then){if(r.__u|=128|c,o){for(~(T=o.indexOf(l||void 0))||(T=o.length);(N=o[T-1])&&8==N.nodeType;)T--;for(;T<o.length;T++)if(N=o[T])if(o[T]=null,O){if(N==P)break}else{if(8!=N.nodeType)break;N.data.startsWith("$s")&&(P=B(O=N))}}if(!O){for(;l&&8==l.nodeType&&l.nextSibling;)l=l.nextSibling;O=l}(s=B(O=r.__c.__z||(r.__c.__z=O)))?(r.__e=O,l=s):r.__e=l,l=l&&l.nextSibling}else o&&o.some(g)',
    'o&&o.some(g)',
  ],
  ['t&&t.then||D(r)', 'D(r)'],
  ['128&u.__u&&(c=32&u.__u,s=u.__c.__z)&&(r.__u|=c,p=o=[],8==s.nodeType?l=B(s,o):o.push(s),l=o[0]||l),', ''],
  ['r.__u&=-161,p&&p.some(g),', 'r.__u&=-161,'],
  ['!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&(i==t.__e&&o.some(g),g(f),g(i)),', ''],
  ['&&!t.data.startsWith("$s")', ''],
  // Lifecycle methods of class components: the widgets have one class, which only catches errors.
  [
    'C&&(d.__s||(d.__s=d.state),V.getDerivedStateFromProps&&(d.__s==d.state&&(d.__s=_({},d.__s)),_(d.__s,V.getDerivedStateFromProps(M,d.__s)))),',
    'C&&(d.__s||(d.__s=d.state)),',
  ],
  [
    'M!==k&&C&&!V.getDerivedStateFromProps&&d.componentWillReceiveProps&&d.componentWillReceiveProps(M,L),r.__v==u.__v',
    'r.__v==u.__v',
  ],
  [
    'd.componentWillUpdate&&d.componentWillUpdate(M,d.__s,L),C&&d.componentDidUpdate&&d.__h.push(function(){d.componentDidUpdate(k,b,m)})}else C&&!V.getDerivedStateFromProps&&d.componentWillMount&&d.componentWillMount(),C&&d.componentDidMount&&d.__h.push(d.componentDidMount);',
    '}',
  ],
  ['C&&u.__c&&d.getSnapshotBeforeUpdate&&(m=d.getSnapshotBeforeUpdate(k,b)),', ''],
  ['k=d.props,b=d.state,d.__v=r', 'd.__v=r'],
  [',x.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),L(this))}', ''],
  // Context in classes, and in a render function: hooks read it.
  ['j=(s=V.contextType)&&i[s.__c],L=s?j?j.props.value:s.__:i,', 'L=i,'],
  ['j&&j.sub(d),', ''],
  ['t.Provider=(t.Consumer=function(n,t){return n.children(t)}).contextType=t,t', 't.Provider=t'],
  // MathML, HTML as a string, uncontrolled fields, progress bars, styles as a string.
  ['"math"==C?f="http://www.w3.org/1998/Math/MathML":', ''],
  ['||"http://www.w3.org/1998/Math/MathML"==f&&v.test(C)', ''],
  ['"dangerouslySetInnerHTML"==s?y=k:', ''],
  ['"dangerouslySetInnerHTML"==s?h=k:', ''],
  [
    'h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):(y&&(t.textContent=""),',
    '(',
  ],
  ['o="textarea"==C&&null!=x.defaultValue?null:o&&', 'o=o&&'],
  ['||"value"==s&&"defaultValue"in x||"checked"==s&&"defaultChecked"in x', ''],
  ['"progress"==C&&null==b?t.removeAttribute(s):null==b||b===t[s]&&("progress"!=C||b)||', 'null==b||b===t[s]||'],
  ['if("string"==typeof r)n.style.cssText=r;else{if("string"==typeof u&&(n.style.cssText=u=""),u)for', '{if(u)for'],
  // Hydration: a page without React is not rendered by a server.
  [',l&&(n.__m&&n.__m(r,o),l=!1),o=null', ',o=null'],
  ['l&&"function"!=typeof k||$[s]===k', '$[s]===k'],
  ['l&&"textarea"!=C||(s="value",', '(s="value",'],
  ['$===x||l&&t.data==x||', '$===x||'],
  ['e.namespaceURI,32&u.__u?[i]:null,f,i||S(u),32&u.__u,o)', 'e.namespaceURI,null,f,i||S(u),0,o)'],
  ['i=(u=t&&32&t.__u)?null:r.__k', 'i=r.__k'],
  ['i?i.__e:r.firstChild,u,o)', 'i?i.__e:r.firstChild,0,o)'],
  ['r.__v=null,c||o)', 'r.__v=null,o)'],
  ['!l&&o)for($={}', 'o)for($={}'],
  // Elements, attributes and events that no widget has.
  [',f=t!=(t=t.replace(l,"$1"))', ''],
  [',l=/(PointerCapture)$|Capture$/i', ''],
  ['.replace(/xlink(H|:h)/,"h")', ''],
  ['&&"download"!=t&&"rowSpan"!=t&&"colSpan"!=t', ''],
  ['&&"popover"!=t', ''],
  ['"popover"==t&&1==r?"":r', 'r'],
  ['"template"==C&&t.content||t', 't'],
  [',x.is?x:a)', ')'],
  ['("foreignObject"==C)&&(f="http://www.w3.org/1999/xhtml"),', ''],
  ['9==r.nodeType&&(r=r.documentElement),', ''],
]

/** The same for `preact/hooks/dist/hooks.mjs`. */
const hookParts = [
  // Names of hooks, for developer tools.
  ['a.__h&&a.__h(r,n,f||t),f=0;', ''],
  ['return f=1,_(G,n)', 'return _(G,n)'],
  ['return f=5,w(', 'return w('],
  // Options that were set before: the widgets set none of these.
  [',v=a.__b,l=a.__r,m=a.diffed,h=a.__c,s=a.unmount,p=a.__', ''],
  ['r=null,v&&v(n)}', 'r=null}'],
  ['a.__=function(n,t){n&&t.__k&&t.__k.__m&&(n.__m=t.__k.__m),p&&p(n,t)},', ''],
  ['l&&l(n),t=0;', 't=0;'],
  ['m&&m(n);var t', 'var t'],
  ['}),h&&h(n,t)}', '})}'],
  ['s&&s(n);var t,r', 'var t,r'],
  // Rendering on a server, and components that decide by themselves whether to render.
  ['!a.__s&&E(i.__H,u)&&(i.__P=!0', 'E(i.__H,u)&&(i.__P=!0'],
  ['!a.__s&&E(i.__H,u)&&(i.__P=!1', 'E(i.__H,u)&&(i.__P=!1'],
  ['var c=r.shouldComponentUpdate;', ''],
  [',c){var e=c.call(this,n,t,r);return i?e||f:e}return!i||f', ';return!i||f'],
  ['if(u.__.some(function(n){n.__N&&(i=!0', 'u.__.some(function(n){n.__N&&(i=!0'],
  // Every browser has animation frames.
  ['var k="function"==typeof requestAnimationFrame;', ''],
  ['k&&cancelAnimationFrame(t)', 'cancelAnimationFrame(t)'],
  ['k&&(t=requestAnimationFrame(r))', 't=requestAnimationFrame(r)'],
  ['1!=n&&i==a.requestAnimationFrame||((i=a.requestAnimationFrame)||z)(g)', '1==n&&z(g)'],
]

function withoutUnusedParts(code, path) {
  return (/hooks\.mjs$/.test(path) ? hookParts : parts).reduce((rest, [part, replacement]) => {
    if (rest.split(part).length !== 2) throw new Error(`tools/preact-parts.mjs: Preact does not contain once: ${part}`)
    return rest.replace(part, () => replacement)
  }, code)
}

const preact = /[\\/]preact[\\/](hooks[\\/])?dist[\\/](preact|hooks)\.mjs$/

/** A plugin of Rolldown. */
export const preactParts = {
  name: 'preact-parts',
  // Minified code: what an error tracker shows of it is no use either way.
  transform: { filter: { id: preact }, handler: (code, id) => ({ code: withoutUnusedParts(code, id), map: null }) },
}

/** The same for esbuild. */
export const preactPartsForEsbuild = {
  name: 'preact-parts',
  setup(build) {
    build.onLoad({ filter: preact }, async ({ path }) => ({
      contents: withoutUnusedParts(await readFile(path, 'utf8'), path),
    }))
  },
}
