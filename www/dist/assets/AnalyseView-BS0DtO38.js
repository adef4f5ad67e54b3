import{a as r,f as t}from"./index-_1mr4Noa.js";var e=t("<h1>soon</h1>");function n(a){var o=e();r(a,o)}export{n as default};
